/**
 * Returns a random id of 32 hexadecimal digits. `crypto.randomUUID` is not available on pages over plain
 * HTTP.
 */
export function createRandomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
