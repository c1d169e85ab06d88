import type { NewTokenAnswer } from '../../src/api/people.ts';
import type { RunningServer } from './server.ts';
import { createStudioSession, type StudioSession, signInTo } from './studio-session.ts';

export interface ProgramAccess {
  readonly url: string;
  readonly token: string;
  /** The session that created the token. */
  readonly owner: StudioSession;
}

/** Creates a token for a program, of the owner or of a person with a lower role. */
export async function createProgramAccess({ url }: RunningServer, role = 'owner'): Promise<ProgramAccess> {
  const owner = createStudioSession(url, { cookie: await signInTo(url) });
  const expiresAt = Date.now() + 3_600_000;
  const { token } = await owner.post<NewTokenAnswer>('tokens', { purpose: 'A test', role, expiresAt });
  return { url, token, owner };
}
