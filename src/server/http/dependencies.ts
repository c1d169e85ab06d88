import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { ServerSettings } from '../config/settings.ts';
import type { Content } from '../content/content.ts';
import type { FormStore } from '../documents/form-store.ts';
import type { Figures } from '../figures/count-figures.ts';
import type { GraphqlServer } from '../graphql/create-graphql.ts';
import type { Health } from '../health/health.ts';
import type { Limits } from '../limits/limits.ts';
import type { Log } from '../log/log.ts';
import type { PageDrawer } from '../pages/draw-pages.ts';
import type { SiteBuild } from '../pages/site-build.ts';
import type { Photos } from '../photos/open-photos.ts';
import type { AnswerPost } from '../posts/answer-post.ts';
import type { Privacy } from '../privacy/open-privacy.ts';
import type { SaveAnswers } from '../saved/save-answers.ts';
import type { Keys } from '../secret/signed-token.ts';
import type { SharedFiles } from '../sharing/shared-files.ts';
import type { Store } from '../store/store.ts';
import type { Studio } from '../studio/open-studio.ts';

export interface HttpDependencies {
  readonly config: Config;
  readonly settings: ServerSettings;
  readonly forms: FormStore;
  readonly content: () => Content;
  readonly store: Store;
  readonly graphql: GraphqlServer;
  readonly photos: Photos;
  readonly limits: Limits;
  readonly health: Health;
  readonly pages: PageDrawer;
  readonly build: SiteBuild;
  readonly sharedFiles: Pick<SharedFiles, 'find'>;
  /** Serves the sources in development, before all other routes. */
  readonly serve?: (app: FastifyInstance) => Promise<void>;
  readonly isDev: boolean;
  readonly answerPost: AnswerPost;
  readonly saveAnswers: SaveAnswers;
  readonly studio: Studio;
  readonly figures: Figures;
  /** Signs the credential with which pages report their steps. */
  readonly figuresKey: Keys;
  readonly privacy: Privacy;
  readonly ticketKey: Keys;
  /** Signs the receipts of posted forms. */
  readonly postKey: Keys;
  readonly log: Log;
  readonly now: () => number;
}
