import { describe, expect, it } from 'vitest';
import { refuseCollisionDecision, type StudioDraft } from './studio-draft.ts';

describe('refuseCollisionDecision', () => {
  it('lets only owners decide a collision about where content comes from', () => {
    const file = 'content/sources.json';
    const patch = { file, path: [], after: { events: { url: 'https://cms.example/', everyMinutes: 5 } } };
    const collisions = [{ change: { id: 'of-owner', patches: [patch] } }];
    const draft = { documents: {}, collisions } as unknown as StudioDraft;
    expect(refuseCollisionDecision(draft, 'of-owner', { role: 'editor' })?.outside).toEqual([file]);
    expect(refuseCollisionDecision(draft, 'of-owner', { role: 'owner' })).toBeUndefined();
  });
});
