// Imports for a module with annotations that Invar has not processed. Each annotation, and a request for a version of a
// function, returns its first operand, of whatever type.
export const invar = new Proxy({}, { get: () => (first) => first });
