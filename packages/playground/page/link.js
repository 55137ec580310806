// The link to what is on the page: input and options, packed into the fragment, which browsers send to no server.

/** The most characters of a link. Browsers take more; programs that pass links on do not. */
export const MOST = 32000;

/**
 * The fragment of a state: JSON, packed (deflate), in the alphabet of URLs. `state` is an object that JSON can say.
 * `undefined` if the link would be too long.
 */
export async function fragmentOf(state) {
  const packed = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream("deflate-raw"));
  const fragment = `1${toBase64(packed).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
  return fragment.length <= MOST ? fragment : undefined;
}

/** The state of a fragment; an error if it is none. */
export async function stateOf(fragment) {
  if (fragment[0] !== "1") throw new Error("this link is of another version of the playground");
  const bytes = fromBase64(fragment.slice(1).replace(/-/g, "+").replace(/_/g, "/"));
  return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
}

export function toBase64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

export function fromBase64(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

async function through(bytes, transform) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer());
}
