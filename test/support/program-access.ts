import type { NewTokenAnswer } from '../../src/studio/protocol-people.ts';
import type { RunningServer } from './server.ts';
import { type StudioSession, sessionWith, signInTo } from './studio-session.ts';

/** How a program asks a server. */
export interface ProgramAccess {
  readonly url: string;
  readonly token: string;
  /** Who has made the token, in the studio. */
  readonly owner: StudioSession;
}

/** A token of an owner for a program; with a role that of somebody smaller. */
export async function programAccess({ url }: RunningServer, role = 'owner'): Promise<ProgramAccess> {
  const owner = sessionWith(url, { cookie: await signInTo(url) });
  const expiresAt = Date.now() + 3_600_000;
  const { token } = await owner.post<NewTokenAnswer>('tokens', { purpose: 'A test', role, expiresAt });
  return { url, token, owner };
}
