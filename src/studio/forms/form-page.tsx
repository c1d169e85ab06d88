import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { FieldUses } from '#engine/check/index.ts';
import { findOutlineField } from '#engine/editing/index.ts';
import type { PageOffers } from '../../api/studio.ts';
import { useDraftState, useOutline, useStudio } from '../draft/context.ts';
import { LateDraft } from '../draft/late-draft.tsx';
import { getFieldAddress, useReportedAddress } from '../draft/presence/own-presence.ts';
import { useKnownTypes } from '../draft/use-known-types.ts';
import { PreviewPane } from '../preview/preview-pane.tsx';
import { useSearch } from '../ui/address.ts';
import { useTitleOfThing } from '../ui/document-title.ts';
import { FieldPanel } from './field-panel.tsx';
import { focusProperty } from './focus-property.ts';
import { FormOutline } from './outline.tsx';
import { useOffers } from './use-offers.ts';

interface FieldChoiceState {
  /** The name of the chosen field. If it is undefined or unknown, the first field is chosen. */
  readonly chosen: string | undefined;
  /** True if the field has just been added. */
  readonly isNew: boolean;
  /** The name of the property that gets the focus. Absent: the focus stays. */
  readonly part?: string;
}

/**
 * Renders the fields, the preview and the properties of an enquiry type. At first, the field in the address
 * is chosen, or else the first one. For an unknown type, renders a message and a link to the list of forms.
 */
export function FormEditorPage({ typeKey }: { readonly typeKey: string }): ReactNode {
  const { say } = useStudio();
  const type = useOutline().find(({ key }) => key === typeKey);
  const wanted = useSearch().get('field') ?? undefined;
  const [choice, setChosen] = useState<FieldChoiceState>({ chosen: wanted, isNew: false });
  const { chosen, isNew } = choice;
  const choose = useCallback((name: string) => setChosen({ chosen: name, isNew: false }), []);
  // The address may change to another field of the open form.
  useEffect(() => {
    if (wanted !== undefined) choose(wanted);
  }, [wanted, choose]);
  const edit = useCallback(
    (name: string, part: string) => setChosen({ chosen: name, isNew: false, part }),
    [],
  );
  // After the properties of the chosen field are drawn. Earlier, the focus would be lost with the previous
  // properties.
  useEffect(() => {
    if (choice.part !== undefined) focusProperty(choice.part);
  }, [choice]);
  const fields = type?.fields ?? [];
  const field = (chosen === undefined ? undefined : findOutlineField(fields, chosen)) ?? fields[0];
  const uses = useFieldUses(typeKey);
  const name = useKnownTypes().find((known) => known.type.key === typeKey)?.name ?? typeKey;
  useTitleOfThing(type && name);
  useReportedAddress(getFieldAddress(typeKey, field?.name));
  if (type === undefined)
    return (
      <div className="st-page">
        <h1>{say('forms.gone')}</h1>
        <a href="/studio/forms">{say('forms')}</a>
      </div>
    );
  return (
    <div className="st-panes">
      <FormOutline
        type={type}
        name={name}
        uses={uses}
        chosen={field}
        onChoose={choose}
        onAdded={(name) => setChosen({ chosen: name, isNew: true })}
      />
      <LateDraft>
        <PreviewPane typeKey={typeKey} chosen={field?.name} onChoose={choose} onEdit={edit} />
      </LateDraft>
      {field && (
        <FieldPanel
          key={field.name}
          type={type}
          field={field}
          use={uses?.[field.name]}
          onChoose={choose}
          isNew={isNew && field.name === chosen}
        />
      )}
    </div>
  );
}

/**
 * Returns in which situations each field of a type is shown and required (always, sometimes, never), by its
 * name. Comes from the latest proven version of the draft, so it may be outdated. Undefined without one, and
 * for a type that it does not have.
 * @param type The key of the type.
 */
function useFieldUses(type: string): FieldUses | undefined {
  const { report } = useDraftState();
  const [known, setKnown] = useState(report?.fields);
  if (report?.fields !== undefined && report.fields !== known) setKnown(report.fields);
  const offers = useOffers();
  return useMemo(() => addUnseenFields(known?.[type], offers ?? [], type), [known, offers, type]);
}

/**
 * Returns the uses of the fields, in which a field that every page of the content hides is never shown: the rules
 * may show it in situations that no page has. Unchanged if no page offers the type.
 */
function addUnseenFields(
  uses: FieldUses | undefined,
  offers: readonly PageOffers[],
  type: string,
): FieldUses | undefined {
  const pages = offers.map(({ unseen }) => unseen?.[type]).filter((page) => page !== undefined);
  const [first] = pages;
  if (uses === undefined || first === undefined) return uses;
  const names = Object.keys(first).filter((name) => pages.every((page) => name in page));
  const added = names.flatMap((name) => {
    const use = uses[name];
    if (use === undefined || use.shown === 'never') return [];
    const hiddenBy = [...new Set(pages.flatMap((page) => page[name] ?? []))];
    return [[name, { ...use, shown: 'never' as const, hiddenBy }] as const];
  });
  return { ...uses, ...Object.fromEntries(added) };
}
