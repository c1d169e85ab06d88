import type { FastifyInstance } from 'fastify';
import type { PrivacyService } from '../admin/privacy/privacy-service.ts';
import { createFigureCounter } from '../enquiries/figures/count-figures.ts';
import { createGraphql } from '../enquiries/graphql/create-graphql.ts';
import { createAcceptEnquiry } from '../enquiries/judge/accept-enquiry.ts';
import { createBlockList } from '../enquiries/judge/block-list.ts';
import { createAnswerPost } from '../enquiries/posts/answer-post.ts';
import { createLazySaving } from '../enquiries/posts/open-saving.ts';
import { createPageParts } from '../forms/pages/page-parts.ts';
import { createPageRenderer } from '../forms/pages/render-pages.ts';
import { listBuiltFiles, listFormModules } from '../forms/sharing/own-files.ts';
import { noSharedFiles, openSharedFiles } from '../forms/sharing/shared-files.ts';
import type { ContentSourcesService } from '../forms/sources/content-sources.ts';
import { createHttp } from '../http/create-http.ts';
import type { Limits } from '../limits/limits.ts';
import { deriveKeys } from '../platform/secret/signed-token.ts';
import type { StudioServices } from '../studio/open-studio.ts';
import type { LiveForms } from './open-forms.ts';
import type { ServedSite } from './open-site.ts';
import type { Storage } from './open-storage.ts';
import type { ServerContext } from './server-context.ts';

interface AppServices extends LiveForms, Pick<Storage, 'secret' | 'store' | 'photos'> {
  readonly site: ServedSite;
  readonly studio: StudioServices;
  readonly privacy: PrivacyService;
  readonly limits: Limits;
  readonly contentSources: ContentSourcesService;
}

/**
 * Creates the HTTP server with the services that its routes need, not yet listening. Shares its files with
 * other servers, unless it is alone: in development, or without a shared database. Resolves after the first
 * attempt to share.
 */
export async function createApp(
  { config, isDev, settings, now, log, health }: ServerContext,
  { secret, forms, source, store, photos, site, studio, privacy, limits, contentSources }: AppServices,
): Promise<FastifyInstance> {
  const { content } = source;
  const { build, serve } = site;
  const figures = createFigureCounter({ store, settings: settings.figures, log, now });
  const challenges = { keys: deriveKeys(secret, 'challenge'), settings: settings.limits.challenge };
  const blockList = createBlockList({ store, settings: settings.blocks, now, log });
  const acceptEnquiry = createAcceptEnquiry({
    content,
    findVersionNumber: forms.findNumber,
    store,
    limits,
    blockList,
    challenges,
    photos,
    figures,
    log,
    now,
    receipts: settings.receipts,
  });
  const { dataFolder, smtpUrl, mailFrom } = config;
  const { saveAnswers, close: stopSaving } = createLazySaving({
    dataFolder,
    smtpUrl,
    mailFrom,
    store,
    limits,
    log,
    now,
    settings: settings.resume,
  });
  const isAlone = isDev || store.shared === undefined;
  const sharedFiles = isAlone
    ? noSharedFiles
    : openSharedFiles({ store: store.shared, settings: settings.sharedFiles, log });
  const parts = createPageParts(sharedFiles.share);
  const app = await createHttp({
    config,
    settings,
    forms,
    content,
    contentSources,
    store,
    photos,
    limits,
    health,
    build,
    isDev,
    log,
    now,
    graphql: createGraphql({ acceptEnquiry, content, now, log, isDev }),
    pages: createPageRenderer({ build, parts, isCaching: !isDev, log }),
    sharedFiles,
    answerPost: createAnswerPost({
      acceptEnquiry,
      findPhotoNames: photos.findNames,
      saveAnswers,
      figures,
      log,
    }),
    saveAnswers,
    figures,
    figuresKey: deriveKeys(secret, 'figures'),
    studio,
    privacy,
    blockList,
    ticketKey: deriveKeys(secret, 'ticket'),
    notificationKeys: deriveKeys(secret, 'notifications'),
    postKey: deriveKeys(secret, 'form-post'),
    ...(serve && { serve }),
  });
  app.addHook('onClose', async () => {
    stopSaving();
    sharedFiles.stop();
    await figures.close();
  });
  // Before the first request: by then other servers can serve the files that this server's pages name.
  const built = build.folder === undefined ? [] : [listBuiltFiles(build.folder)];
  await sharedFiles.begin([...built, listFormModules(forms, build.validatorRuntime), parts.files]);
  forms.onLive(sharedFiles.shareNew);
  return app;
}
