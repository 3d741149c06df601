import { align, choice, color, count, flag, line, paragraphs, picture, rich, sites, size, time } from '../field.ts';
import { couponOfPage } from './coupon.ts';
import * as shared from './shared.ts';

const { ink } = shared;
/** The words of a step, and its button. */
const step = (content: string, description: string, label: string) => ({
  Content: rich(content),
  Description: rich(description),
  Color: color(ink.text),
  FontSize: size(26, 12, 64),
  Align: align('center'),
  Label: line(label, 60),
  BackgroundColor: color(ink.accent),
  ButtonColor: color('#ffffff'),
  Padding: size(10, 2, 48),
  Roudness: size(8, 0, 64),
});

/** A widget on somebody's own site: email first, then the number, which can be skipped, then the thanks. */
export const popup = {
  styling: {
    Position: choice(['center', 'bottom-left', 'bottom-right', 'bar-top', 'bar-bottom'], 'center'),
    BackgroundColor: color(ink.paper),
    BackgroundImage: picture(),
    /** Where the picture is; on phones it is at the top. */
    ImagePlace: choice(['left', 'right', 'top'], 'left'),
    OverlayColor: color('#10182899'),
    Roudness: size(12, 0, 48),
    MaxWidth: size(460, 260, 900),
    ...shared.theme,
  },
  settings: {
    ShowAfterTimeout: flag(true),
    /** Seconds after the page is there. */
    Timeout: count(10, 0, 600),
    ShowAfterScroll: flag(false),
    /** Per cent of the page. */
    ScrollPercent: count(50, 1, 100),
    ShowOnExit: flag(false),
    /** Days until who closed it on leaving sees it again. */
    ExitDuration: count(1, 0, 365),
    /** Days until somebody who closed it sees it again. */
    Duration: count(5, 0, 365),
    /** At most so often for one visitor; 0: no limit. */
    MostTimes: count(3, 0, 100),
    /** Only between these times of the business's day. */
    UseSchedule: flag(false),
    ScheduleFrom: time('09:00'),
    ScheduleTo: time('17:00'),
    /** On these sites alone, and on those below them; empty: wherever its script stands. */
    AllowedSites: sites(),
  },
  emailStep: {
    Show: flag(true),
    /** Off: who goes on without an address is asked for the number. */
    Required: flag(true),
    ...step('Get 10% off your first order', 'Leave your email and the code is yours.', 'Continue'),
    Placeholder: line('you@example.com'),
    Disclaimer: paragraphs('', 1_500),
  },
  phoneStep: {
    Show: flag(true),
    /** On: the step can not be skipped. */
    Required: flag(false),
    ...step('Want offers by text as well?', '', 'Text me'),
    Placeholder: line('(555) 555-0123'),
    SkipLabel: line('No, thanks', 60),
    Disclaimer: paragraphs('', 1_500),
    ShowDisclaimerCheckBox: flag(true),
  },
  closeButton: { Color: color(ink.soft), Size: size(20, 12, 48), Label: line('Close', 40) },
  triggerButton: {
    Show: flag(true),
    /** From the start, or as what is left of the popup when it was closed. */
    When: choice(['closed', 'always'], 'closed'),
    Label: line('Get 10% off', 60),
    Position: choice(['bottom-left', 'bottom-right', 'left', 'right'], 'bottom-left'),
    BackgroundColor: color(ink.accent),
    Color: color('#ffffff'),
    FontSize: size(16, 12, 40),
    Roudness: size(24, 0, 64),
  },
  thanksStep: { ...step('Thank you!', 'Show this code, or enter it when you order.', 'Done'), ShowCode: flag(true) },
  ...couponOfPage,
};
