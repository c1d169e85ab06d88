import { useMemo } from 'react';
import { type Plan, resolve, toSituation, type Values } from '#engine';
import { listContentLists } from '#engine/editing/index.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { isOfferedList, panelPresetInputs } from '../preset/editing.ts';
import type { StudioMessageKey } from '../ui/messages.ts';

/**
 * Returns the plan of the property panel, which is itself a form, for its entered values. If it is read-only,
 * its values can still be read and copied; the choice of what a change applies to (`reach`) is omitted then.
 */
export function usePanelPlan(entered: Values, isReadOnly: boolean): Plan {
  const { panel, content, locale, say } = useStudio();
  const { documents } = useDraftState();
  return useMemo(() => {
    const offered = listContentLists(documents).filter(({ name }) =>
      isOfferedList(name, { content, documents }),
    );
    const lists = offered.map(({ name, description }) => ({
      id: name,
      name: description ?? say(`list.${name}` as StudioMessageKey),
    }));
    const situation = toSituation({ ...panelSituation, locale, entered, lists: { contentLists: lists } });
    const { fields, ...whole } = resolve(panel, situation);
    const asked = fields.filter(({ name }) => name !== 'enquiry_type');
    if (!isReadOnly) return { ...whole, fields: asked };
    const read = asked.filter(({ name }) => name !== 'reach');
    return { ...whole, fields: read.map((field) => ({ ...field, fixed: 'readonly' as const })) };
  }, [panel, content, locale, say, documents, entered, isReadOnly]);
}

const panelSituation = {
  ...panelPresetInputs,
  enquiryTypes: [
    { id: 1, name: 'field' },
    { id: 2, name: 'translation' },
  ],
  today: '1970-01-01',
};
