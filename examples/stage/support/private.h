/* PRIVATE(p, bytes): only the function that contains it, and what is specialized together with it, accesses the bytes
 * at p, until it returns or calls something that is not specialized. Without effect unless INVAR_PRIVATE is defined.
 */
#ifndef PRIVATE_H
#define PRIVATE_H

#ifdef INVAR_PRIVATE
#define PRIVATE(p, bytes) ((p) = invar_private((p), (bytes)))
#else
#define PRIVATE(p, bytes) ((void)(p))
#endif

#endif
