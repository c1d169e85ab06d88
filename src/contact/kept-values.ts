import { type Plan, typeField, type Values } from '#engine';

/**
 * What was entered and the form of this plan has no place for: values of fields that it does not show, choices that it does not
 * offer. They return with the form that asks for them (decisions, "Choosing the type and the office").
 */
export function keptValues({ fields, values }: Plan, entered: Values): Values {
  const shown = new Set(fields.flatMap(({ name, visibility }) => (visibility === 'hidden' ? [] : [name])));
  return Object.fromEntries(
    Object.entries(entered).filter(
      ([name]) => name !== typeField && !(shown.has(name) && values[name] !== undefined),
    ),
  );
}
