import type { FastifyInstance } from 'fastify';
import { createServer, type ViteDevServer } from 'vite';
import type { SiteProgram } from '../../../site/views.ts';
import type { SiteBuild } from '../../forms/pages/site-build.ts';
import type { StudioBuild } from '../../studio/studio-build.ts';
import { checkForms, type FormFinding, formatFinding } from './check-forms.ts';
import { withFindings } from './findings-panel.ts';

/** The site from its sources, rendered and served by Vite, which applies changes as they are saved. */
export interface DevSite {
  /** The pages and assets of the site. Rendering throws before `serve`. */
  readonly build: SiteBuild;
  /** The assets of the studio, and the transformation of its pages by Vite. */
  readonly studio: StudioBuild;
  /** Starts Vite and registers it before every route. Nothing can be rendered before. */
  readonly serve: (app: FastifyInstance) => Promise<void>;
  /** Reloads all pages that are open in browsers. */
  readonly reload: () => void;
  /**
   * Starts a check of the forms and returns at once. If its findings differ from the last ones, reloads the
   * pages and prints the findings, unless `isReported`: the caller has printed them. A failed check is
   * printed.
   */
  readonly check: (given: { readonly isReported: boolean }) => void;
  /** Stops Vite, and drops the results of running checks. */
  readonly close: () => Promise<void>;
}

export interface DevSiteOptions {
  /** The folder of the sources, the root of Vite. */
  readonly root: string;
  /** The folder of the form set. */
  readonly schemasFolder: string;
  /** Prints one line of findings or errors of a check. */
  readonly print: (line: string) => void;
}

/**
 * Creates the development site and starts a first check of the forms, without waiting for it. The findings of
 * the last check are shown on every page of the site, not in the studio.
 */
export async function createDevSite({ root, schemasFolder, print }: DevSiteOptions): Promise<DevSite> {
  let vite: ViteDevServer | undefined;
  const reload = () => vite?.ws.send({ type: 'full-reload' });
  const checker = createFormChecker({ schemasFolder, print, onChange: reload });
  checker.check({ isReported: false });
  /** Returns the running Vite. Throws before `serve` was called. */
  const requireVite = (): ViteDevServer => {
    if (vite === undefined) throw new Error('Cannot render from the sources before the server listens');
    return vite;
  };
  return {
    build: {
      /** Loads the render functions from the sources as they are now. Rejects before `serve` was called. */
      program: async () =>
        withViteClient(
          (await requireVite().ssrLoadModule('/src/site/server.tsx')) as SiteProgram,
          requireVite(),
          checker.findings,
        ),
      assets: {
        styles: ['/widgets/theme/theme.css', '/src/site/styles/site.css'],
        boot: '/src/site/boot/boot.ts',
        script: '/src/site/client.tsx',
        preloads: [],
      },
      embed: {
        styles: ['/src/package/react/theme.css'],
        script: '/src/site/embed/mount.tsx',
        preloads: [],
      },
      framed: '/src/site/embed/framed.ts',
      visit: '/src/site/boot/visit.ts',
      indexStyle: '/src/site/styles/index.css',
      previewStyle: '/src/site/styles/preview-banner.css',
      themes: {
        lantern: '/src/site/styles/themes/lantern.css',
        solent: '/src/site/styles/themes/solent.css',
      },
      validatorRuntime: '/src/site/validator-runtime.ts',
      nestedFields: { styles: ['/widgets/nested/nested.css'], preloads: [] },
      blocks: { styles: ['/widgets/blocks/blocks.css'], preloads: [] },
      socialLinks: { styles: [], preloads: [] },
      piping: { styles: [], preloads: [] },
      modal: { styles: ['/widgets/theme/dialog.css'], preloads: [] },
      resume: { styles: ['/src/contact/resume/resume.css'], preloads: [] },
      steps: { styles: ['/src/contact/steps/steps.css'], preloads: [] },
      lateWidgets: { styles: ['/widgets/lazy/lazy-widgets.css'], preloads: [] },
    },
    studio: {
      studio: { script: '/src/studio/client.tsx', styles: [] },
      preview: { script: '/src/studio/preview.tsx', styles: [] },
      /** Returns a page of the studio with Vite's scripts. Throws before `serve` was called. */
      transform: (page) => requireVite().transformIndexHtml('/studio', page),
    },
    async serve(app) {
      vite = await createServer({
        root,
        appType: 'custom',
        // Otherwise Vite writes a copy of its configuration, at which `node --watch` restarts.
        configLoader: 'native',
        server: { middlewareMode: true, hmr: { server: app.server } },
      });
      const { middlewares } = vite;
      app.addHook('onRequest', (request, reply, done) => {
        middlewares(request.raw, reply.raw, (error?: Error) => done(error));
      });
    },
    reload,
    check: checker.check,
    async close() {
      checker.stop();
      await vite?.close();
    },
  };
}

/**
 * Creates a checker of the forms, whose findings are empty at first. `onChange` is called only if the
 * findings of a check differ from the last ones. Checks may overlap; after `stop`, their results are dropped.
 */
function createFormChecker({
  schemasFolder,
  print,
  onChange,
}: Pick<DevSiteOptions, 'schemasFolder' | 'print'> & { readonly onChange: () => void }) {
  let findings: readonly FormFinding[] = [];
  let isStopped = false;

  /**
   * Checks the forms. If the findings changed: stores them, prints them unless `isReported`, prints a
   * sentence if there are none any more, and calls `onChange`.
   */
  async function runCheck(isReported: boolean): Promise<void> {
    const found = await checkForms(schemasFolder);
    if (isStopped || JSON.stringify(found) === JSON.stringify(findings)) return;
    findings = found;
    if (!isReported) for (const finding of found) print(formatFinding(finding));
    if (found.length === 0) print('The forms are valid again: slipway check finds nothing to fix.');
    onChange();
  }

  return {
    /** Returns the findings of the last finished check. */
    findings: () => findings,
    /** Starts a check and returns at once; prints an error if the check fails. */
    check({ isReported }: { readonly isReported: boolean }) {
      runCheck(isReported).catch((error: Error) => {
        if (!isStopped) print(`Cannot check the forms: ${error.message}`);
      });
    },
    /** Drops the results of running and later checks. */
    stop() {
      isStopped = true;
    },
  };
}

/**
 * Returns the program with render functions that add Vite's scripts, which update the page, and the current
 * findings to every document.
 */
function withViteClient(
  program: SiteProgram,
  vite: ViteDevServer,
  findings: () => readonly FormFinding[],
): SiteProgram {
  /**
   * Returns a render function with the same arguments that adds the scripts and the findings to its document.
   */
  const wrapRenderer =
    <Args extends readonly unknown[]>(render: (...args: Args) => string | Promise<string>) =>
    async (...args: Args): Promise<string> =>
      withFindings(await vite.transformIndexHtml('/', await render(...args)), findings());
  return {
    partText: program.partText,
    drawFormPage: wrapRenderer(program.drawFormPage),
    drawIndexPage: wrapRenderer(program.drawIndexPage),
    drawMessagePage: wrapRenderer(program.drawMessagePage),
    drawPrivacyPage: wrapRenderer(program.drawPrivacyPage),
  };
}
