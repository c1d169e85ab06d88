import { optionSetNames, problemCodes, reservedNames, widgetNames, widgetUses } from '#engine';
import { factDefinitions } from '#engine/model/facts.ts';

/** A list of names in a meta schema that the engine decides. */
export interface MetaNames {
  /** The document that has the list. */
  readonly file: string;
  /** The JSON Pointer to the list. */
  readonly pointer: string;
  readonly names: readonly string[];
}

/** Every such list; `npm run meta` writes them from the engine's tables. */
export const metaNames: readonly MetaNames[] = [
  {
    file: 'meta/rules.schema.json',
    pointer: '/$defs/fact/properties/var/anyOf/0/enum',
    names: factDefinitions.map(({ name }) => name),
  },
  {
    file: 'meta/rules.schema.json',
    pointer: '/$defs/effects/properties/options/additionalProperties/anyOf/0/enum',
    names: optionSetNames,
  },
  {
    file: 'meta/ui.schema.json',
    pointer: '/$defs/field/properties/ui:optionSet/anyOf/0/enum',
    names: optionSetNames,
  },
  {
    file: 'meta/ui.schema.json',
    pointer: '/$defs/field/properties/ui:widget/anyOf/0/enum',
    names: widgetNames,
  },
  {
    file: 'meta/scenarios.schema.json',
    pointer: '/$defs/expectations/properties/widgets/additionalProperties/enum',
    names: widgetNames,
  },
  {
    file: 'meta/scenarios.schema.json',
    pointer: '/$defs/expectations/properties/problems/additionalProperties/enum',
    names: problemCodes,
  },
  {
    file: 'meta/form.schema.json',
    pointer: '/properties/properties/propertyNames/not/enum',
    names: reservedNames,
  },
];

/** The JSON Schema of each option that only some widgets have, by its name in `meta/ui.schema.json`. */
export const metaWidgetProperties: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.values(widgetUses).flatMap(({ properties = {} }) =>
    Object.entries(properties).map(([property, schema]) => [`ui:${property}`, schema] as const),
  ),
);
