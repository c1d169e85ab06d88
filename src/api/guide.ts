/** The steps of the guide for new people, in their order. */
export const guideSteps = ['look', 'change', 'review', 'publish', 'enquiry', 'invite'] as const;

export type GuideStep = (typeof guideSteps)[number];

/** The answer of `GET` and `POST /studio/api/guide`: how far the signed-in person is in the guide. */
export interface GuideView {
  /** Steps that this person has taken, in the order of `guideSteps`. */
  readonly done: readonly GuideStep[];
  /** True if the person has closed the guide. */
  readonly isDismissed: boolean;
}

/** The body of `POST /studio/api/guide`: a step that was taken, or the guide closed or opened again. */
export interface GuideChange {
  readonly done?: GuideStep;
  readonly isDismissed?: boolean;
}
