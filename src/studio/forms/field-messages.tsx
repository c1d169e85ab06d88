import type { ReactNode } from 'react';
import {
  findFieldTextEntry,
  type OutlineField,
  type OutlineType,
  readEditableMessage,
  type SharedEditScope,
  setFieldText,
} from '#engine/editing/index.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { useTextNames } from '../draft/text-names.ts';
import { MessageField } from '../texts/message-field.tsx';
import { textParts } from './properties.ts';

/**
 * Renders the texts of a field that have cases (one, other) as one box per case, below the inputs of the
 * panel, which show them as code. Renders nothing if there are none.
 */
export function FieldMessages({
  type,
  field,
  reach,
  locale,
}: {
  readonly type: OutlineType;
  readonly field: OutlineField;
  /** Selects whether an edit of a shared text applies to all types (`all`) or to this one (`own`). */
  readonly reach: SharedEditScope;
  readonly locale: string;
}): ReactNode {
  const { store, mayChange } = useStudio();
  const { documents } = useDraftState();
  const nameText = useTextNames();
  const place = { type: type.key, field: field.name };
  return textParts.map((part) => {
    const entry = findFieldTextEntry(documents, place, { part, locale });
    if (entry === undefined || readEditableMessage(entry.text, { locale }).kind !== 'boxes') return null;
    return (
      <MessageField
        key={part}
        name={nameText(entry.key)}
        locale={locale}
        text={entry.text}
        isReadOnly={!mayChange(type.key)}
        onChange={(text) =>
          store.perform({
            title: { key: `property-${part}`, values: { field: field.label } },
            patches: setFieldText(documents, place, { part, locale, text, reach }),
            group: `${type.key} ${field.name} ${part} ${locale}`,
          })
        }
      />
    );
  });
}
