import type { FastifyInstance } from 'fastify';
import type { PrivacyService } from '../admin/privacy/privacy-service.ts';
import type { FigureCounter } from '../enquiries/figures/count-figures.ts';
import type { GraphqlServer } from '../enquiries/graphql/create-graphql.ts';
import type { BlockList } from '../enquiries/judge/block-list.ts';
import type { AnswerPost } from '../enquiries/posts/answer-post.ts';
import type { SaveAnswers } from '../enquiries/posts/save-answers.ts';
import type { Content } from '../forms/content/content.ts';
import type { FormStore } from '../forms/documents/form-store.ts';
import type { PageRenderer } from '../forms/pages/render-pages.ts';
import type { SiteBuild } from '../forms/pages/site-build.ts';
import type { SharedFiles } from '../forms/sharing/shared-files.ts';
import type { ContentSourcesService } from '../forms/sources/content-sources.ts';
import type { Limits } from '../limits/limits.ts';
import type { PhotoService } from '../photos/open-photo-service.ts';
import type { Config } from '../platform/config/config.ts';
import type { ServerSettings } from '../platform/config/settings.ts';
import type { Health } from '../platform/health/health.ts';
import type { Log } from '../platform/log/log.ts';
import type { SigningKeys } from '../platform/secret/signed-token.ts';
import type { Store } from '../store/store.ts';
import type { StudioServices } from '../studio/open-studio.ts';

export interface HttpDependencies {
  readonly config: Config;
  readonly settings: ServerSettings;
  readonly forms: FormStore;
  readonly content: () => Content;
  readonly contentSources: ContentSourcesService;
  readonly store: Store;
  readonly graphql: GraphqlServer;
  readonly photos: PhotoService;
  readonly limits: Limits;
  readonly health: Health;
  readonly pages: PageRenderer;
  readonly build: SiteBuild;
  readonly sharedFiles: Pick<SharedFiles, 'find'>;
  /** Serves the sources in development, before all other routes. */
  readonly serve?: (app: FastifyInstance) => Promise<void>;
  readonly isDev: boolean;
  readonly answerPost: AnswerPost;
  readonly saveAnswers: SaveAnswers;
  readonly studio: StudioServices;
  readonly figures: FigureCounter;
  /** Signs the credential with which pages report their steps. */
  readonly figuresKey: SigningKeys;
  readonly privacy: PrivacyService;
  readonly blockList: Pick<BlockList, 'find' | 'renew'>;
  readonly ticketKey: SigningKeys;
  /** Signs the links by which people stop mails about enquiries. */
  readonly notificationKeys: SigningKeys;
  /** Signs the receipts of posted forms. */
  readonly postKey: SigningKeys;
  readonly log: Log;
  readonly now: () => number;
}
