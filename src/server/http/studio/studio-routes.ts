import type { FastifyInstance } from 'fastify';
import type { HttpDependencies } from '../dependencies.ts';
import { addAccountRoutes } from './account/account-routes.ts';
import { addStudioAuth } from './account/auth.ts';
import { addGuideRoutes } from './account/guide-routes.ts';
import { addNotificationRoutes } from './account/notification-routes.ts';
import { addProviderRoutes } from './account/provider-routes.ts';
import { addSignInRoutes } from './account/sign-in-routes.ts';
import { addTokenRoutes } from './account/token-routes.ts';
import { addAuditRoutes } from './admin/audit-routes.ts';
import { addPeopleRoutes } from './admin/people-routes.ts';
import { addPrivacyRoutes } from './admin/privacy-routes.ts';
import { addConsequenceRoutes } from './draft/consequence-routes.ts';
import { addContentSourceRoutes } from './draft/content-source-routes.ts';
import { addDraftRoutes } from './draft/draft-routes.ts';
import { addDryRunRoutes } from './draft/dry-run-routes.ts';
import { addExchangeRoutes } from './draft/exchange-routes.ts';
import { addPresenceRoute } from './draft/presence-route.ts';
import { addPreviewPageRoutes } from './draft/preview-page-routes.ts';
import { addPreviewRoutes } from './draft/preview-routes.ts';
import { addRuleRoutes } from './draft/rule-routes.ts';
import { addVersionRoutes } from './draft/version-routes.ts';
import { addEventsRoute } from './events-route.ts';
import { addArrivalsRoute } from './inbox/arrivals-route.ts';
import { addBlockRoutes } from './inbox/block-routes.ts';
import { addCapacityRoute } from './inbox/capacity-route.ts';
import { addStudioFiguresRoutes } from './inbox/figures-routes.ts';
import { addInboxActionRoutes } from './inbox/inbox-action-routes.ts';
import { addInboxExportRoute } from './inbox/inbox-export-route.ts';
import { addInboxPictureRoutes } from './inbox/inbox-picture-routes.ts';
import { addInboxRoutes } from './inbox/inbox-routes.ts';
import { addInboxSelectionRoutes } from './inbox/inbox-selection-routes.ts';
import { addInboxViewsRoutes } from './inbox/inbox-views-routes.ts';
import { addReplyRoutes } from './inbox/reply-routes.ts';
import { addCommentRoutes } from './review/comment-routes.ts';
import { addPreviewLinkAdminRoutes } from './review/preview-link-routes.ts';
import { addReviewRoutes } from './review/review-routes.ts';
import { addStudioPageRoute, serveStudioFiles } from './studio-page-route.ts';

/**
 * Adds everything below `/studio`. All answers except built files have the strict policy and are not cached.
 * All routes except built files, the page and the sign-in need authentication.
 */
export async function addStudioRoutes(app: FastifyInstance, dependencies: HttpDependencies): Promise<void> {
  const { studio } = dependencies;
  if (studio.build.folder !== undefined) await serveStudioFiles(app, studio.build.folder);
  await app.register(
    async (scope) => {
      addStudioAuth(scope, dependencies);
      addSignInRoutes(scope, dependencies);
      addProviderRoutes(scope, dependencies);
      addAccountRoutes(scope, dependencies);
      addGuideRoutes(scope, dependencies);
      addNotificationRoutes(scope, dependencies);
      addTokenRoutes(scope, dependencies);
      addPeopleRoutes(scope, dependencies);
      addAuditRoutes(scope, dependencies);
      addStudioFiguresRoutes(scope, dependencies);
      addInboxRoutes(scope, dependencies);
      addInboxActionRoutes(scope, dependencies);
      addBlockRoutes(scope, dependencies);
      addInboxSelectionRoutes(scope, dependencies);
      addInboxViewsRoutes(scope, dependencies);
      addReplyRoutes(scope, dependencies);
      addInboxPictureRoutes(scope, dependencies);
      addInboxExportRoute(scope, dependencies);
      addStudioPageRoute(scope, dependencies);
      addDraftRoutes(scope, dependencies);
      addContentSourceRoutes(scope, dependencies);
      addVersionRoutes(scope, dependencies);
      addExchangeRoutes(scope, studio);
      addPresenceRoute(scope, studio);
      addPrivacyRoutes(scope, dependencies);
      addEventsRoute(scope, dependencies);
      addArrivalsRoute(scope, dependencies);
      addCapacityRoute(scope, dependencies);
      addPreviewLinkAdminRoutes(scope, dependencies);
      addCommentRoutes(scope, dependencies);
      addReviewRoutes(scope, dependencies);
      addRuleRoutes(scope, studio);
      addPreviewPageRoutes(scope, dependencies);
      addPreviewRoutes(scope, dependencies);
      addConsequenceRoutes(scope, dependencies);
      await addDryRunRoutes(scope, dependencies);
    },
    { prefix: '/studio' },
  );
}
