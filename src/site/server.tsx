import type { ReactElement } from 'react';
import * as piping from '#engine/resolve/piping.ts';
import * as blocksLayout from '#widgets/blocks/blocks-layout.tsx';
import { provideBlocks } from '#widgets/blocks/load-blocks.ts';
import * as lateWidgets from '#widgets/lazy/lazy-widgets.ts';
import { provideLazyWidgets } from '#widgets/lazy/load-lazy-widgets.ts';
import { provideNestedFields } from '#widgets/nested/load-nested-fields.ts';
import * as nestedFields from '#widgets/nested/nested-fields.ts';
import * as modal from '../contact/contact-form-modal.tsx';
import { providePiping } from '../contact/enquiry/load-piping.ts';
import { provideModal } from '../contact/load-modal.tsx';
import { provideResume } from '../contact/resume/load-resume.ts';
import * as resumePanel from '../contact/resume/resume-panel.tsx';
import { provideSocialLinks } from '../contact/section/load-social-links.ts';
import * as socialLinks from '../contact/section/social-links.tsx';
import { provideSteps } from '../contact/steps/load-steps.ts';
import * as steppedForm from '../contact/steps/stepped-form.tsx';

export { drawFormPage } from './draw-form-page.tsx';
export { renderSharedDataModule as partText } from './shared-data.ts';

import { renderHtml } from './html.ts';
import { IndexPage } from './index-page.tsx';
import { MessagePage, SitePrivacyPage } from './plain-pages.tsx';
import type { IndexView, MessageView, PrivacyView } from './views.ts';

provideNestedFields(nestedFields);
provideBlocks(blocksLayout);
provideModal(modal);
provideResume(resumePanel);
providePiping(piping);
provideSocialLinks(socialLinks);
provideSteps(steppedForm);
provideLazyWidgets(lateWidgets);

/** Returns the HTML document of the list of all pages with a form, by site. */
export function drawIndexPage(view: IndexView): string {
  return toDocument(<IndexPage view={view} />);
}

/** Returns the HTML document of a page with a heading and a message, such as an error. */
export function drawMessagePage(view: MessageView): string {
  return toDocument(<MessagePage view={view} />);
}

/** Returns the HTML document of a privacy policy. */
export function drawPrivacyPage(view: PrivacyView): string {
  return toDocument(<SitePrivacyPage view={view} />);
}

/** Renders a page as an HTML document. */
function toDocument(page: ReactElement): string {
  return `<!doctype html>${renderHtml(page)}`;
}
