// In one file, so that an engine starts its browser and its server once, and the engines run beside each other.
import './complaints.ts';
import './embedded.ts';
import './journeys.ts';
import './later.ts';
import './offline.ts';
import './pictures-cases.ts';
import './studio.ts';
import './survey.ts';
import './widgets.ts';
