import { auditRepository } from './audit.ts';
import { blocksRepository } from './blocks.ts';
import { commentsRepository } from './comments.ts';
import { contentCopiesRepository } from './content-copies.ts';
import { credentialsRepository } from './credentials.ts';
import { deliveriesRepository } from './deliveries.ts';
import { draftsRepository } from './drafts.ts';
import { erasedFilesRepository } from './erased-files.ts';
import { erasureRepository } from './erasure.ts';
import { figuresRepository } from './figures.ts';
import { guidesRepository } from './guides.ts';
import { inboxRepository } from './inbox.ts';
import { inboxViewsRepository } from './inbox-views.ts';
import { installationsRepository } from './installations.ts';
import { mailQueueingRepository } from './mail-queueing.ts';
import { notificationsRepository } from './notifications.ts';
import { peopleRepository } from './people.ts';
import { photosRepository } from './photos.ts';
import { previewLinksRepository } from './preview-links.ts';
import { repliesRepository } from './replies.ts';
import { retentionRepository } from './retention.ts';
import { reviewsRepository } from './reviews.ts';
import { savedAnswersRepository } from './saved-answers.ts';
import { versionReadingRepository } from './version-reading.ts';
import { versionsRepository } from './versions.ts';

/** The calls that are implemented once, for both databases. */
export const sharedRepository = {
  ...auditRepository,
  ...contentCopiesRepository,
  ...blocksRepository,
  ...commentsRepository,
  ...credentialsRepository,
  ...deliveriesRepository,
  ...draftsRepository,
  ...erasedFilesRepository,
  ...erasureRepository,
  ...figuresRepository,
  ...guidesRepository,
  ...inboxRepository,
  ...inboxViewsRepository,
  ...installationsRepository,
  ...mailQueueingRepository,
  ...notificationsRepository,
  ...peopleRepository,
  ...photosRepository,
  ...previewLinksRepository,
  ...repliesRepository,
  ...retentionRepository,
  ...reviewsRepository,
  ...savedAnswersRepository,
  ...versionReadingRepository,
  ...versionsRepository,
};
