import type { lookup as lookUp } from 'node:dns';
import { readFileSync } from 'node:fs';
import type { ContentSource } from '../../../api/content-sources.ts';
import type { Environment } from '../../platform/config/config.ts';
import type { ContentSourceSettings } from '../../platform/config/settings.ts';
import type { ContentOrigin } from '../../platform/config/variables.ts';
import type { CopyDetails } from '../../store/calls/content-copy-calls.ts';
import { createFault, type FetchedAnswer, fetchAnswer } from './fetch-answer.ts';

/** Requests sources, as far as the operator allows it. */
export interface SourceClient {
  /**
   * Requests a source. Never rejects.
   * @param known The headers of the stored answer; absent: the whole answer is wanted.
   */
  readonly request: (
    source: Pick<ContentSource, 'url' | 'header'>,
    known?: Pick<CopyDetails, 'etag' | 'lastModified'>,
  ) => Promise<FetchedAnswer>;
  /** Aborts all requests. */
  readonly stop: () => void;
}

export interface SourceClientOptions {
  readonly origins: readonly ContentOrigin[];
  /** The environment that contains the tokens of origins. */
  readonly env: Environment;
  readonly settings: ContentSourceSettings;
  /** Resolves host names; absent: the system's resolver. */
  readonly resolveName?: typeof lookUp;
}

export function createSourceClient({
  origins,
  env,
  settings,
  resolveName,
}: SourceClientOptions): SourceClient {
  const stopping = new AbortController();
  return {
    async request(source, known) {
      const url = URL.parse(source.url);
      const origin = origins.find((one) => one.origin === url?.origin);
      if (origin === undefined) return createFault('not-allowed', { origin: url?.origin ?? source.url });
      const token = source.header && readToken(origin, env);
      if (source.header !== undefined && token === undefined)
        return createFault('no-token', { origin: origin.origin });
      return fetchAnswer({
        source,
        origin,
        token,
        settings,
        signal: stopping.signal,
        ...(known && { known }),
        ...(resolveName && { resolveName }),
      });
    },
    stop: () => stopping.abort(),
  };
}

/**
 * Returns the token of an origin, which is read at each request so that it can be replaced. Undefined if none is
 * configured, or it cannot be read, or is no text of a header.
 */
function readToken({ token }: ContentOrigin, env: Environment): string | undefined {
  if (token === undefined) return undefined;
  const [kind, location] = [token.slice(0, token.indexOf(':')), token.slice(token.indexOf(':') + 1)];
  const text = kind === 'env' ? env[location] : readFile(location);
  const trimmed = text?.trim();
  return trimmed && /^[ -~]+$/.test(trimmed) ? trimmed : undefined;
}

function readFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
