import { boatAnswers, conditionAnswers, createStepSite, personAnswers } from '../steps/step-site.ts';
import { journeysOn } from '../support/journey.ts';
import type { Visitor } from '../support/visitor.ts';

export const it = journeysOn(createStepSite());

export const stepsPage = 'What is my boat worth?';

export async function answerAllSteps(visitor: Visitor, email: string): Promise<void> {
  await visitor.fills(boatAnswers);
  await visitor.sends();
  await visitor.control('engine_hours').waitFor();
  await visitor.fills(conditionAnswers);
  await visitor.sends();
  await visitor.sees('Step 3 of 5');
  await visitor.sends();
  await visitor.control('email').waitFor();
  await visitor.fills({ ...personAnswers, email });
  await visitor.sends();
  await visitor.sees('Check your answers');
}
