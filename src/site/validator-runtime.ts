/**
 * The runtime functions that validators import. The file is built under a fixed name, which the server writes
 * into each validator module.
 */
export { modules } from '#engine/json-schema/runtime.ts';
