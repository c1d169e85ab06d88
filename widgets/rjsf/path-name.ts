import type { NameGeneratorFunction } from '@rjsf/utils';
import type { Path } from '../fields/pointer.ts';

/**
 * RJSF tells a widget the id and the "HTML name" of its value, but not its path; so that name carries the path, and the
 * widget makes the real one of it. What stands for no value has none.
 */
export const pathName: NameGeneratorFunction = (path) => JSON.stringify(path);

/** The path that a name carries: the way back from `pathName`. */
export function pathOf(name: string | undefined): Path | undefined {
  return name === undefined ? undefined : (JSON.parse(name) as Path);
}
