import type { ReactNode } from 'react';
import {
  canMoveInto,
  findOutlineField,
  getGroup,
  moveFieldTo,
  type OutlineField,
  type OutlineType,
} from '#engine/editing/index.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { LabelledSelect } from '../ui/labelled-select.tsx';
import { findStepName, listSiblings } from './moves.ts';

export interface FieldPositionProps {
  readonly type: OutlineType;
  readonly field: OutlineField;
  /** Called after a move with the new name of the field: its path includes the group. */
  readonly onMoved: (field: string) => void;
}

/**
 * Renders a select that moves a field to another step or group, as an alternative to dragging. Renders
 * nothing if there is only one position.
 */
export function FieldPosition({ type, field, onMoved }: FieldPositionProps): ReactNode {
  const { store, say, announce } = useStudio();
  const { documents } = useDraftState();
  const place = { type: type.key, field: field.name };
  const groups = listGroupNames(type.fields).filter((name) => canMoveInto(documents, place, name));
  const outside: readonly (readonly [string, string])[] =
    type.steps.length > 0
      ? type.steps.map(({ name, title }) => [`step ${name}`, title])
      : [['', say('place.outside', { type: type.title })]];
  const options = [
    ...outside,
    ...groups.map((name) => [`group ${name}`, findOutlineField(type.fields, name)?.label ?? name] as const),
  ];
  if (options.length < 2) return null;
  const group = getGroup(field.name);
  const step = findStepName(type, field.name);
  const now = group !== '' ? `group ${group}` : step === undefined ? '' : `step ${step}`;

  /**
   * Moves the field to the end of the step or group of an option, announces it and reports the new name. Out
   * of a group without steps, it moves behind that group.
   * @param value The value of the option: `step NAME`, `group NAME` or empty.
   */
  function moveToOption(value: string): void {
    const [kind, wanted = ''] = value.split(' ');
    const to =
      kind === 'group'
        ? { group: wanted, behind: listSiblings(type, wanted).at(-1)?.name ?? null }
        : kind === 'step'
          ? {
              group: '',
              behind: type.steps.find(({ name }) => name === wanted)?.fields.at(-1) ?? null,
              step: wanted,
            }
          : { group: '', behind: field.name.split('.')[0] ?? null };
    const { name, patches } = moveFieldTo(documents, place, to);
    store.perform({ title: { key: 'field-moved', values: { field: field.label } }, patches });
    announce(
      say('fields.moved-to', {
        field: field.label,
        place: options.find(([one]) => one === value)?.[1] ?? '',
      }),
    );
    onMoved(name);
  }

  return <LabelledSelect label={say('place')} value={now} options={options} onChange={moveToOption} />;
}

/** Returns the names of all groups, each followed by those nested in it. */
function listGroupNames(fields: readonly OutlineField[]): readonly string[] {
  return fields.flatMap(({ name, members }) => (members ? [name, ...listGroupNames(members)] : []));
}
