import type { FastifyInstance } from 'fastify';
import type { HttpDependencies } from '../dependencies.ts';
import { accountRoutes } from './account-routes.ts';
import { arrivalsRoute } from './arrivals-route.ts';
import { auditRoutes } from './audit-routes.ts';
import { consequenceRoutes } from './consequence-routes.ts';
import { deskActionRoutes } from './desk-action-routes.ts';
import { deskExportRoute } from './desk-export-route.ts';
import { deskPictureRoutes } from './desk-picture-routes.ts';
import { deskRoutes } from './desk-routes.ts';
import { studioDoor } from './door.ts';
import { draftRoutes } from './draft-routes.ts';
import { eventsRoute } from './events-route.ts';
import { exchangeRoutes } from './exchange-routes.ts';
import { figuresRoutes } from './figures-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import { presenceRoute } from './presence-route.ts';
import { previewPageRoutes } from './preview-page-routes.ts';
import { previewRoutes } from './preview-routes.ts';
import { privacyRoutes } from './privacy-routes.ts';
import { providerRoutes } from './provider-routes.ts';
import { rehearsalRoutes } from './rehearsal-routes.ts';
import { ruleRoutes } from './rule-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { builtFiles, studioPageRoute } from './studio-page-route.ts';
import { tokenRoutes } from './token-routes.ts';
import { versionRoutes } from './version-routes.ts';

/**
 * Adds everything below `/studio`. All answers have the strict policy and are not cached. All routes except
 * the page and the sign-in need authentication.
 */
export async function studioRoutes(app: FastifyInstance, dependencies: HttpDependencies): Promise<void> {
  const { studio } = dependencies;
  if (studio.build.folder !== undefined) await builtFiles(app, studio.build.folder);
  await app.register(
    async (scope) => {
      studioDoor(scope, dependencies);
      signInRoutes(scope, dependencies);
      providerRoutes(scope, dependencies);
      accountRoutes(scope, dependencies);
      tokenRoutes(scope, dependencies);
      peopleRoutes(scope, dependencies);
      auditRoutes(scope, dependencies);
      figuresRoutes(scope, dependencies);
      deskRoutes(scope, dependencies);
      deskActionRoutes(scope, dependencies);
      deskPictureRoutes(scope, dependencies);
      deskExportRoute(scope, dependencies);
      studioPageRoute(scope, dependencies);
      draftRoutes(scope, dependencies);
      versionRoutes(scope, dependencies);
      exchangeRoutes(scope, studio);
      presenceRoute(scope, studio);
      privacyRoutes(scope, dependencies);
      eventsRoute(scope, dependencies);
      arrivalsRoute(scope, dependencies);
      ruleRoutes(scope, studio);
      previewPageRoutes(scope, dependencies);
      previewRoutes(scope, dependencies);
      consequenceRoutes(scope, dependencies);
      await rehearsalRoutes(scope, dependencies);
    },
    { prefix: '/studio' },
  );
}
