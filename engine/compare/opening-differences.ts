import { isSameId } from '../model/ids.ts';
import { typeField } from '../model/names.ts';
import type { Form, FormType, Id, Plan } from '../model/types.ts';
import type { ComparedVisit } from './compared-visits.ts';
import type { VersionDifference } from './consequence.ts';
import type { MarkVisible, ReportDifference } from './type-differences.ts';

/**
 * Reports the differences of a page as it opens: whether it shows a form, and which of the `types` it offers.
 * If both versions show a form, also the visibility of the type select, and the type that it opens with if
 * both versions offer the former and the new one. Marks each set of situations that the page belongs to.
 */
export function compareOpening(
  { before, after }: Pick<ComparedVisit, 'before' | 'after'>,
  types: readonly FormType[],
  report: ReportDifference,
  markVisible: MarkVisible,
): void {
  const formerState = before.isSectionShown ? 'shown' : 'hidden';
  markVisible(formerState);
  if (before.isSectionShown !== after.isSectionShown) {
    const isOfTypes = types.some(({ id }) => isTypeOffered(before, id) !== isTypeOffered(after, id));
    // If no type is offered any more, the difference of the last type reports it already.
    if (before.type && after.type)
      report({ kind: after.isSectionShown ? 'form-shown' : 'form-hidden' }, formerState);
    else if (!isOfTypes) report({ kind: after.isSectionShown ? 'form-shown' : 'form-hidden' }, formerState);
  }
  const [was, is] = [before, after].map(getTypeFieldVisibility);
  if (before.isSectionShown || after.isSectionShown) {
    for (const { id, key } of types) {
      const [former, now] = [isTypeOffered(before, id), isTypeOffered(after, id)];
      const wasOffered = `${former ? 'offered' : 'left out'} ${key}`;
      markVisible(wasOffered);
      if (former !== now) report({ kind: now ? 'type-offered' : 'type-not-offered', about: key }, wasOffered);
    }
  }
  if (!before.isSectionShown || !after.isSectionShown) return;
  markVisible('form');
  const kind = compareVisibility(was, is);
  markVisible(`${was} ${typeField}`);
  if (kind !== undefined) report({ kind, field: typeField }, `${was} ${typeField}`);
  const [one, other] = [before.type, after.type];
  if (one === undefined || other === undefined || isSameId(one.id, other.id)) return;
  // If a type is gone, it is obvious that another one opens.
  if ([one, other].every(({ id }) => isTypeOffered(before, id) && isTypeOffered(after, id)))
    report({ kind: 'type-opens', after: other.key }, 'form');
}

/** Returns the visibility of the type select; `hidden` if the plan has none. */
function getTypeFieldVisibility({ fields }: Plan): string {
  return fields.find(({ name }) => name === typeField)?.visibility ?? 'hidden';
}

/** Returns the kind of the difference between two visibilities, or undefined if they are equal. */
function compareVisibility(
  was: string | undefined,
  is: string | undefined,
): VersionDifference['kind'] | undefined {
  if (was === is) return undefined;
  if (is === 'hidden') return 'field-hidden';
  if (was === 'hidden') return 'field-shown';
  return is === 'concealed' ? 'field-concealed' : 'field-revealed';
}

/** Returns true if the type is an option of the type select, visible or not. */
function isTypeOffered({ fields }: Plan, id: Id): boolean {
  const options = fields.find(({ name }) => name === typeField)?.options ?? [];
  return options.some(({ value }) => isSameId(value, id));
}

/**
 * Returns the differences of the lists of types in the documents: added, removed, archived and renamed types,
 * and another order. The key of the type is in `about`. A type that is no longer archived counts as added;
 * the names and the order are those of types that neither version archived.
 */
export function compareTypeLists(before: Form, after: Form): readonly VersionDifference[] {
  /** Returns the type of a form with this id, or undefined. */
  const findType = (form: Form, id: Id) => form.types.find((type) => isSameId(type.id, id));
  const gone = before.types.filter(({ id }) => findType(after, id) === undefined);
  const come = after.types.filter(({ id }) => findType(before, id) === undefined);
  const pairs = after.types.flatMap((type) => {
    const former = findType(before, type.id);
    return former === undefined ? [] : [{ former, type }];
  });
  const activePairs = pairs.filter(({ former, type }) => !former.isRetired && !type.isRetired);
  const order = before.types.flatMap(({ id }) => activePairs.filter(({ type }) => isSameId(type.id, id)));
  return [
    ...gone
      .filter(({ isRetired }) => !isRetired)
      .map(({ key }) => ({ kind: 'type-removed', about: key }) as const),
    ...come
      .filter(({ isRetired }) => !isRetired)
      .map(({ key }) => ({ kind: 'type-added', about: key }) as const),
    ...pairs.flatMap(({ former, type }): readonly VersionDifference[] => {
      if (former.isRetired === type.isRetired) return [];
      return [{ kind: type.isRetired ? 'type-retired' : 'type-added', about: type.key }];
    }),
    ...activePairs.flatMap(({ former, type }): readonly VersionDifference[] => {
      const [was, is] = [former.names ?? {}, type.names ?? {}];
      const locales = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
        (locale) => was[locale] !== is[locale],
      );
      if (locales.length === 0) return [];
      return [{ kind: 'type-renamed', about: type.key, locales, before: was, after: is }];
    }),
    ...(order.every(({ type }, at) => type.key === activePairs[at]?.type.key)
      ? []
      : [{ kind: 'types-reordered', after: activePairs.map(({ type }) => type.key) } as const]),
  ];
}
