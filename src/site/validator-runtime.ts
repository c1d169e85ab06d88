/** What the validators import: built under a name of its own, which the server writes into each of them. */
export { modules } from '#engine/json-schema/runtime.ts';
