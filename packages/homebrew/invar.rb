# The formula for Homebrew. `scripts/release formula` puts in the address of the repository, the version and the checksums.
class Invar < Formula
  desc "Optimizing compiler mid-end for WebAssembly"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["Apache-2.0", "MIT"]

  on_macos do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/invar-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@aarch64-apple-darwin@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/invar-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/invar-@VERSION@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@aarch64-unknown-linux-musl@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/invar-@VERSION@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@x86_64-unknown-linux-musl@"
    end
  end

  def install
    bin.install "invar"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/invar.bash" => "invar"
    zsh_completion.install "completions/_invar"
    fish_completion.install "completions/invar.fish"
  end

  test do
    (testpath/"a.wat").write "(module (func (export \"f\") (result i32) (i32.const 1)))"
    system bin/"invar", "opt", "a.wat", "-Oz", "-o", "a.wasm"
    assert_path_exists testpath/"a.wasm"
  end
end
