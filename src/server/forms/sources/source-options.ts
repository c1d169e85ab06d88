import type { Documents } from '#engine';
import type { ContentSource } from '../../../api/content-sources.ts';
import type { ContentSourceSettings } from '../../platform/config/settings.ts';
import type { ContentOrigin } from '../../platform/config/variables.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Store } from '../../store/store.ts';
import type { ContentProblem } from '../content/check-references.ts';
import type { LiveContent } from '../content/content-documents.ts';
import type { ContentCopies } from '../content/raw-content.ts';
import type { FormStore } from '../documents/form-store.ts';
import type { SourceClient } from './source-client.ts';

export interface TriedSource {
  readonly list: string;
  readonly source: ContentSource;
  /** The documents that would have the source. */
  readonly documents: Documents;
}

export interface ContentSourcesOptions {
  readonly client: SourceClient;
  readonly origins: readonly ContentOrigin[];
  readonly forms: Pick<FormStore, 'current' | 'documents' | 'onLive'>;
  readonly live: () => LiveContent;
  readonly adoptCopies: (copies: ContentCopies) => Promise<readonly ContentProblem[]>;
  readonly store: Pick<
    Store,
    | 'contentCopies'
    | 'contentCopyEntries'
    | 'claimContentCopy'
    | 'saveContentCopy'
    | 'requestContentCopy'
    | 'forgetContentCopies'
    | 'countEnquiries'
  >;
  readonly settings: ContentSourceSettings;
  readonly now: () => number;
  readonly log: Log;
}
