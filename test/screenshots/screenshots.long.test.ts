import { describePictures } from './looks.ts';
import { quickPictures, statePictures } from './pictures.ts';

describePictures(statePictures.filter((picture) => !quickPictures.includes(picture)));
