import type { ReactNode } from 'react';
import {
  canStandIn,
  fieldNamed,
  groupOf,
  type OutlineField,
  type OutlineType,
  placeField,
} from '#engine/editing/index.ts';
import { useDraft, useStudio } from '../context.ts';
import { LabelledSelect } from '../labelled-select.tsx';
import { siblingsIn, stepOf } from './moves.ts';

export interface PlaceOfFieldProps {
  readonly type: OutlineType;
  readonly field: OutlineField;
  readonly onMoved: (field: string) => void;
}

/**
 * A select that moves a field to another step or group, as an alternative to dragging. Nothing if there is
 * only one position.
 */
export function PlaceOfField({ type, field, onMoved }: PlaceOfFieldProps): ReactNode {
  const { store, say, announce } = useStudio();
  const { documents } = useDraft();
  const place = { type: type.key, field: field.name };
  const groups = groupsIn(type.fields).filter((name) => canStandIn(documents, place, name));
  const outside: readonly (readonly [string, string])[] =
    type.steps.length > 0
      ? type.steps.map(({ name, title }) => [`step ${name}`, title])
      : [['', say('place.outside', { type: type.title })]];
  const options = [
    ...outside,
    ...groups.map((name) => [`group ${name}`, fieldNamed(type.fields, name)?.label ?? name] as const),
  ];
  if (options.length < 2) return null;
  const group = groupOf(field.name);
  const step = stepOf(type, field.name);
  const now = group !== '' ? `group ${group}` : step === undefined ? '' : `step ${step}`;

  function move(value: string): void {
    const [kind, wanted = ''] = value.split(' ');
    const to =
      kind === 'group'
        ? { group: wanted, behind: siblingsIn(type, wanted).at(-1)?.name ?? null }
        : kind === 'step'
          ? {
              group: '',
              behind: type.steps.find(({ name }) => name === wanted)?.fields.at(-1) ?? null,
              step: wanted,
            }
          : { group: '', behind: field.name.split('.')[0] ?? null };
    const { name, patches } = placeField(documents, place, to);
    store.perform({ title: { key: 'field-moved', values: { field: field.label } }, patches });
    announce(
      say('fields.moved-to', {
        field: field.label,
        place: options.find(([one]) => one === value)?.[1] ?? '',
      }),
    );
    onMoved(name);
  }

  return <LabelledSelect label={say('place')} value={now} options={options} onChange={move} />;
}

function groupsIn(fields: readonly OutlineField[]): readonly string[] {
  return fields.flatMap(({ name, members }) => (members ? [name, ...groupsIn(members)] : []));
}
