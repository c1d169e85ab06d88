import type { Documents } from '#engine';
import { asObject } from '#engine/json-schema/values.ts';
import type { EffectGroup, EffectName } from '#engine/model/effects.ts';
import { yardEffects } from '#engine/yard/model/effects.ts';
import { isYardName } from '#engine/yard/resolve/uses-yard.ts';
import type { ContentView } from '../../api/studio.ts';
import type { StudioMessageKey } from '../ui/messages.ts';

/** The part of the content by which the studio shows or omits offices. */
type OfficeContent = Pick<ContentView, 'offices'>;

/** Returns true if the content has offices. Without them the studio shows no control, column or effect for offices. */
export function showsOffices({ offices }: OfficeContent): boolean {
  return offices.length > 0;
}

/** Returns true if rules can be given an effect: without offices, all but those on offices. */
export function isOfferedEffect(effect: EffectName, content: OfficeContent): boolean {
  return showsOffices(content) || !Object.hasOwn(yardEffects, effect);
}

/** Returns the key of the heading of a group of effects. */
export function getEffectGroupKey(group: EffectGroup | 'other', content: OfficeContent): StudioMessageKey {
  return group === 'recipients' && showsOffices(content) ? 'rules.offices' : `rules.${group}`;
}

/**
 * Returns true if a field can be given the choices of a list: without offices, the lists of the yard only if a
 * form already uses them.
 */
export function isOfferedList(
  name: string,
  { content, documents }: { readonly content: OfficeContent; readonly documents: Documents },
): boolean {
  if (showsOffices(content) || !isYardName(name)) return true;
  return Object.entries(documents).some(
    ([file, document]) =>
      file.endsWith('/ui.json') &&
      Object.values(asObject(document)).some((field) => asObject(field)['ui:optionSet'] === name),
  );
}
