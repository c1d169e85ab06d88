/** Documents changed: what the studio does to them, in its page and on its server alike. */

export {
  type Applied,
  applyPatches,
  type Change,
  type ChangeTitle,
  type Conflict,
  type Patch,
  valueAt,
} from './change.ts';
export * from './edits.ts';
export * from './outline.ts';
export { palette } from './palette.ts';
