import { afterAll, beforeAll } from 'vitest';
import { withoutRules } from './forms.ts';
import { type RunningServer, startServer } from './server.ts';
import { studioPassword } from './studio-password.ts';
import { createStudioSession, inviteAndJoin, type StudioSession, signInTo } from './studio-session.ts';

/** A server for a test file, its owner's session, and people who join by an invitation. */
export interface OwnedStudio {
  readonly server: RunningServer;
  readonly owner: StudioSession;
  readonly joins: (name: string, role: string) => Promise<StudioSession>;
}

/**
 * Starts a server with a studio and without limits for a test file. Read its properties inside tests only.
 */
export function startOwnedStudio(): OwnedStudio {
  let server: RunningServer;
  let owner: StudioSession;
  beforeAll(async () => {
    const env = { SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' };
    server = await startServer({ documents: withoutRules, env });
    owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
  });
  afterAll(() => server.stop());
  return {
    get server() {
      return server;
    },
    get owner() {
      return owner;
    },
    joins: (name, role) => inviteAndJoin(server.url, owner, { name, role }),
  };
}
