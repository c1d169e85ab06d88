import type { Documents } from '../../model/types.ts';
import { listRules } from '../rules.ts';
import { mentionsField } from './dependents.ts';

/** Returns the ids of the rules that read a field, filter or read its options, or change it. */
export function listRulesAboutField(documents: Documents, name: string): readonly string[] {
  return listRules(documents)
    .filter(
      ({ when, then }) =>
        mentionsField(when, name) || mentionsField(then, name) || readsOptionsFact(when, name),
    )
    .map(({ id }) => id);
}

/** Returns true if a condition reads the options of a field: `options.boat`. */
function readsOptionsFact(when: unknown, name: string): boolean {
  return JSON.stringify(when ?? null).includes(`"options.${name}"`);
}
