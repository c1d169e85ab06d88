import { describePictures } from './looks.ts';
import { isOfStudio, quickPictures } from './pictures.ts';

describePictures(quickPictures.filter(isOfStudio));
