import { randomUUID } from 'node:crypto';
import { type Patch, setFieldText } from '../../engine/editing/index.ts';
import type { Documents } from '../../engine/index.ts';
import type { ChangeAnswer, DraftView } from '../../src/api/studio.ts';
import type { PublishAnswer, PublishRequest } from '../../src/api/versions.ts';
import type { RunningServer } from './server.ts';
import { createStudioSession, type StudioSession, signInTo } from './studio-session.ts';

/** A person in the studio who edits the draft over HTTP. */
export interface StudioClient extends StudioSession {
  readonly draft: () => Promise<DraftView>;
  readonly change: (patchesOf: (documents: Documents) => readonly Patch[]) => Promise<ChangeAnswer>;
  /** Publishes the current draft, in spite of warnings. */
  readonly publish: (asked?: Partial<PublishRequest>) => Promise<PublishAnswer>;
}

/** Signs in as the owner. `password` is by default the one of the other tests. */
export async function openStudioClient(
  { url }: Pick<RunningServer, 'url'>,
  given: { readonly password?: string } = {},
): Promise<StudioClient> {
  const session = createStudioSession(url, { cookie: await signInTo(url, given) });
  const { get, post } = session;
  const draft = () => get<DraftView>('draft');
  return {
    ...session,
    draft,
    async change(patchesOf) {
      const { draft: id, documents } = await draft();
      const change = {
        id: randomUUID(),
        title: { key: 'json', values: { file: 'texts' } },
        patches: patchesOf(documents),
      };
      return post<ChangeAnswer>('changes', { draft: id, by: 'test', change });
    },
    async publish(asked = {}) {
      const { draft: id, version } = await draft();
      return post<PublishAnswer>('publish', { draft: id, version, page: 'test', isWarned: true, ...asked });
    },
  };
}

export function changePhoneLabel(text: string): (documents: Documents) => readonly Patch[] {
  const where = { part: 'label', locale: 'en', reach: 'all' } as const;
  return (documents) => setFieldText(documents, { type: 'service', field: 'phone' }, { ...where, text });
}
