import { expect } from 'vitest';
import { type Change, type Patch, setFieldText } from '../../engine/editing/index.ts';
import type { Documents } from '../../engine/model/types.ts';
import type { ChangeAnswer, DraftView } from '../../src/api/studio.ts';
import type { PublishAnswer } from '../../src/api/versions.ts';
import type { StudioSession } from '../support/studio-session.ts';

let last = 0;

export function createChange(patches: readonly Patch[]): Change {
  last += 1;
  return { id: `change-${last}`, title: { key: 'text' }, patches };
}

export async function sendDraftChange(
  studio: StudioSession,
  change: Change,
  by = 'one',
): Promise<ChangeAnswer> {
  const { draft } = await studio.get<DraftView>('draft');
  return (await (await studio.ask('POST', 'changes', { draft, by, change })).json()) as ChangeAnswer;
}

/** Publishes the draft, in spite of warnings. */
export async function publishCurrentDraft(studio: StudioSession): Promise<PublishAnswer> {
  const { draft, version } = await studio.get<DraftView>('draft');
  const answer = await studio.ask('POST', 'publish', { draft, version, page: 'one', isWarned: true });
  return (await answer.json()) as PublishAnswer;
}

/** Returns the patches that change the label of the field `phone`. */
export function createLabelPatches(documents: Documents, text: string): readonly Patch[] {
  const phone = { type: 'service', field: 'phone' };
  return setFieldText(documents, phone, { part: 'label', locale: 'en', text, reach: 'all' });
}

/** Changes the label of the field `phone` in the draft. */
export async function changeDraftLabel(studio: StudioSession, text: string): Promise<void> {
  const { documents } = await studio.get<DraftView>('draft');
  expect(await sendDraftChange(studio, createChange(createLabelPatches(documents, text)))).toMatchObject({
    kind: 'taken',
  });
}
