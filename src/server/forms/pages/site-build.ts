import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AssetsView, SiteProgram } from '../../../site/views.ts';
import {
  collectChunks,
  collectReachableFiles,
  type ManifestEntry,
  readManifest,
  requireManifestEntry,
} from './manifest.ts';

/** The built site: the program that renders its pages, and the addresses of the browser's files. */
export interface SiteBuild {
  /** Returns the program, which is loaded already. */
  readonly program: () => Promise<SiteProgram>;
  /** The style sheets and scripts of a page with a form. */
  readonly assets: AssetsView;
  /** The style sheet and scripts of a form on a page of another origin. */
  readonly embed: AssetsView;
  /** The address of the additional script of a page in a frame. */
  readonly framed: string;
  /** The address of the additional script of a page that records visits. */
  readonly visit: string;
  /** The address of the additional style sheet of the index. */
  readonly indexStyle: string;
  /** The address of the additional style sheet of a page that shows a draft. */
  readonly previewStyle: string;
  /** The addresses of the style sheets of themes, by the names of the themes. */
  readonly themes: Readonly<Record<string, string>>;
  /** The address of the module that compiled validators import. */
  readonly validatorRuntime: string;
  readonly nestedFields: OptionalPart;
  readonly blocks: OptionalPart;
  readonly piping: OptionalPart;
  readonly modal: OptionalPart;
  readonly resume: OptionalPart;
  readonly socialLinks: OptionalPart;
  readonly steps: OptionalPart;
  /** Rarely used widgets. */
  readonly lateWidgets: OptionalPart;
  /** The service worker of the site; absent in development, where it would hide changes. */
  readonly worker?: WorkerBuild;
  /** The folder of the browser's files; absent if something else serves it. */
  readonly folder?: string;
}

/**
 * The addresses of the style sheets and scripts of a part that is loaded if a form needs it. `preloads` lacks
 * the scripts that the page itself loads.
 */
type OptionalPart = Pick<AssetsView, 'styles' | 'preloads'>;

interface WorkerBuild {
  /** Its script. */
  readonly text: string;
  /** The address of the module that registers it when it runs. */
  readonly register: string;
  /** The addresses of the additional script and style sheet of a page that is shown without a network. */
  readonly offlineScript: string;
  readonly offlineStyle: string;
  /** The addresses of all files that a form may load later, without those of optional parts. */
  readonly lazyFiles: readonly string[];
}

const clientEntry = 'src/site/client.tsx';
/** The script and style sheet of a form on a page of another origin. */
const embedEntry = 'src/site/embed/mount.tsx';
const embedStyleEntry = 'src/package/react/theme.css';
const framedEntry = 'src/site/embed/framed.ts';
const visitEntry = 'src/site/boot/visit.ts';
const indexEntry = 'src/site/styles/index.css';
const previewEntry = 'src/site/styles/preview-banner.css';
const themeEntry = /^src\/site\/styles\/themes\/(.+)\.css$/;
const registerEntry = 'src/site/worker/start-worker.ts';
const offlineEntry = 'src/site/worker/offline-page.ts';
const offlineStyleEntry = 'src/site/styles/offline-page.css';
const runtimeEntry = 'src/site/validator-runtime.ts';
const bootEntry = 'src/site/boot/boot.ts';
/** The dynamic import of `widgets/nested/load-nested-fields.ts`. */
const nestedFieldsEntry = 'widgets/nested/nested-fields.ts';
/** The dynamic import of `widgets/blocks/load-blocks.ts`. */
const blocksEntry = 'widgets/blocks/blocks-layout.tsx';
/** The dynamic import of `src/contact/enquiry/load-piping.ts`. */
const pipingEntry = 'engine/resolve/piping.ts';
/** The dynamic import of `src/contact/section/load-social-links.ts`. */
const socialLinksEntry = 'src/contact/section/social-links.tsx';
/** The dynamic import of `src/contact/load-modal.tsx`. */
const modalEntry = 'src/contact/contact-form-modal.tsx';
/** The dynamic import of `src/contact/resume/load-resume.ts`. */
const resumeEntry = 'src/contact/resume/resume-panel.tsx';
/** The dynamic import of `widgets/lazy/load-lazy-widgets.ts`. */
const lateWidgetsEntry = 'widgets/lazy/lazy-widgets.ts';

/** The dynamic import of `src/contact/steps/load-steps.ts`. */
const stepsEntry = 'src/contact/steps/stepped-form.tsx';

/**
 * Reads the output of `npm run build` below a folder (`dist`), and loads the program that renders the pages.
 * @throws an `Error` whose message can be printed, if the manifest is missing or lacks an entry. The error of
 *   a program that cannot be loaded is passed on.
 */
export async function readSiteBuild(folder: string): Promise<SiteBuild> {
  const manifest = await readManifest(join(folder, 'client/.vite/manifest.json'));
  const client = requireManifestEntry(manifest, clientEntry);
  const embed = requireManifestEntry(manifest, embedEntry);
  const toAddress = (file: string) => `/${file}`;
  const chunks = collectChunks(manifest, client);
  /** Returns the addresses of an optional part. Throws if the manifest lacks it. */
  const readOptionalPart = (entry: string): OptionalPart => ({
    styles: (requireManifestEntry(manifest, entry).css ?? []).map(toAddress),
    preloads: listOwnFiles(requireManifestEntry(manifest, entry)),
  });
  const program = import(pathToFileURL(join(folder, 'site/server.js')).href) as Promise<SiteProgram>;
  await program;
  /** Returns the addresses of an optional part's scripts, without those that the page itself loads. */
  const listOwnFiles = (entry: ManifestEntry) =>
    [entry, ...collectChunks(manifest, entry)]
      .filter((chunk) => chunk !== client && !chunks.includes(chunk))
      .map(({ file }) => toAddress(file));
  const optionalParts = {
    nestedFields: readOptionalPart(nestedFieldsEntry),
    blocks: readOptionalPart(blocksEntry),
    piping: readOptionalPart(pipingEntry),
    modal: readOptionalPart(modalEntry),
    resume: readOptionalPart(resumeEntry),
    socialLinks: readOptionalPart(socialLinksEntry),
    steps: readOptionalPart(stepsEntry),
    lateWidgets: readOptionalPart(lateWidgetsEntry),
  };
  const filesOfParts = Object.values(optionalParts).flatMap((part) => [...part.styles, ...part.preloads]);
  const reachableFiles = [clientEntry, bootEntry, visitEntry, registerEntry, offlineEntry].flatMap((entry) =>
    collectReachableFiles(manifest, requireManifestEntry(manifest, entry)).map(toAddress),
  );
  return {
    program: () => program,
    assets: {
      styles: [client, ...chunks].flatMap(({ css = [] }) => css).map(toAddress),
      boot: toAddress(requireManifestEntry(manifest, bootEntry).file),
      script: toAddress(client.file),
      preloads: chunks.map(({ file }) => toAddress(file)),
    },
    embed: {
      styles: [toAddress(requireManifestEntry(manifest, embedStyleEntry).file)],
      script: toAddress(embed.file),
      preloads: collectChunks(manifest, embed).map(({ file }) => toAddress(file)),
    },
    framed: toAddress(requireManifestEntry(manifest, framedEntry).file),
    visit: toAddress(requireManifestEntry(manifest, visitEntry).file),
    indexStyle: toAddress(requireManifestEntry(manifest, indexEntry).file),
    previewStyle: toAddress(requireManifestEntry(manifest, previewEntry).file),
    themes: Object.fromEntries(
      Object.entries(manifest).flatMap(([entry, { file }]) => {
        const name = themeEntry.exec(entry)?.[1];
        return name === undefined ? [] : [[name, toAddress(file)]];
      }),
    ),
    validatorRuntime: toAddress(requireManifestEntry(manifest, runtimeEntry).file),
    ...optionalParts,
    worker: {
      text: await readFile(join(folder, 'worker/slipway-worker.js'), 'utf8'),
      register: toAddress(requireManifestEntry(manifest, registerEntry).file),
      offlineScript: toAddress(requireManifestEntry(manifest, offlineEntry).file),
      offlineStyle: toAddress(requireManifestEntry(manifest, offlineStyleEntry).file),
      lazyFiles: reachableFiles.filter((file) => !filesOfParts.includes(file)),
    },
    folder: join(folder, 'client'),
  };
}
