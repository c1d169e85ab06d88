import type { FastifyInstance } from 'fastify';
import type { HttpDependencies } from '../dependencies.ts';
import { addAccountRoutes } from './account-routes.ts';
import { addArrivalsRoute } from './arrivals-route.ts';
import { addAuditRoutes } from './audit-routes.ts';
import { addStudioAuth } from './auth.ts';
import { addConsequenceRoutes } from './consequence-routes.ts';
import { addDraftRoutes } from './draft-routes.ts';
import { addDryRunRoutes } from './dry-run-routes.ts';
import { addEventsRoute } from './events-route.ts';
import { addExchangeRoutes } from './exchange-routes.ts';
import { addStudioFiguresRoutes } from './figures-routes.ts';
import { addInboxActionRoutes } from './inbox-action-routes.ts';
import { addInboxExportRoute } from './inbox-export-route.ts';
import { addInboxPictureRoutes } from './inbox-picture-routes.ts';
import { addInboxRoutes } from './inbox-routes.ts';
import { addPeopleRoutes } from './people-routes.ts';
import { addPresenceRoute } from './presence-route.ts';
import { addPreviewPageRoutes } from './preview-page-routes.ts';
import { addPreviewRoutes } from './preview-routes.ts';
import { addPrivacyRoutes } from './privacy-routes.ts';
import { addProviderRoutes } from './provider-routes.ts';
import { addRuleRoutes } from './rule-routes.ts';
import { addSignInRoutes } from './sign-in-routes.ts';
import { addStudioPageRoute, serveStudioFiles } from './studio-page-route.ts';
import { addTokenRoutes } from './token-routes.ts';
import { addVersionRoutes } from './version-routes.ts';

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
      addTokenRoutes(scope, dependencies);
      addPeopleRoutes(scope, dependencies);
      addAuditRoutes(scope, dependencies);
      addStudioFiguresRoutes(scope, dependencies);
      addInboxRoutes(scope, dependencies);
      addInboxActionRoutes(scope, dependencies);
      addInboxPictureRoutes(scope, dependencies);
      addInboxExportRoute(scope, dependencies);
      addStudioPageRoute(scope, dependencies);
      addDraftRoutes(scope, dependencies);
      addVersionRoutes(scope, dependencies);
      addExchangeRoutes(scope, studio);
      addPresenceRoute(scope, studio);
      addPrivacyRoutes(scope, dependencies);
      addEventsRoute(scope, dependencies);
      addArrivalsRoute(scope, dependencies);
      addRuleRoutes(scope, studio);
      addPreviewPageRoutes(scope, dependencies);
      addPreviewRoutes(scope, dependencies);
      addConsequenceRoutes(scope, dependencies);
      await addDryRunRoutes(scope, dependencies);
    },
    { prefix: '/studio' },
  );
}
