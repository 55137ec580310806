/* In the place of wasi-libc's, which needs exception handling: errors end the program (`build`). */
