import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { ServerSettings } from '../config/settings.ts';
import type { Content } from '../content/content.ts';
import type { FormStore } from '../documents/form-store.ts';
import type { FigureCounter } from '../figures/count-figures.ts';
import type { GraphqlServer } from '../graphql/create-graphql.ts';
import type { Health } from '../health/health.ts';
import type { Limits } from '../limits/limits.ts';
import type { Log } from '../log/log.ts';
import type { PageRenderer } from '../pages/render-pages.ts';
import type { SiteBuild } from '../pages/site-build.ts';
import type { PhotoService } from '../photos/open-photo-service.ts';
import type { AnswerPost } from '../posts/answer-post.ts';
import type { PrivacyService } from '../privacy/privacy-service.ts';
import type { SaveAnswers } from '../saved/save-answers.ts';
import type { SigningKeys } from '../secret/signed-token.ts';
import type { SharedFiles } from '../sharing/shared-files.ts';
import type { Store } from '../store/store.ts';
import type { StudioServices } from '../studio/open-studio.ts';

export interface HttpDependencies {
  readonly config: Config;
  readonly settings: ServerSettings;
  readonly forms: FormStore;
  readonly content: () => Content;
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
  readonly ticketKey: SigningKeys;
  /** Signs the receipts of posted forms. */
  readonly postKey: SigningKeys;
  readonly log: Log;
  readonly now: () => number;
}
