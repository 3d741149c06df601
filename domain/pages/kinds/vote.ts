import { align, color, flag, line, options, size, weight } from '../field.ts';
import { couponOfPage } from './coupon.ts';
import * as shared from './shared.ts';

const { ink } = shared;

export const vote = {
  styling: { ...shared.styling({ maxWidth: 800 }), ...shared.theme },
  logo: shared.logo,
  main: shared.main({
    content: 'You decide',
    description: 'One vote each. The result is shown as soon as you have voted.',
    question: 'Which one do you like best?',
  }),
  'votes.options': {
    AllowMultiple: flag(false),
    Options: options([
      { id: 'opt1', label: 'First choice', picture: null },
      { id: 'opt2', label: 'Second choice', picture: null },
    ]),
    BackgroundColor: color(ink.paper),
    Color: color(ink.text),
    BorderColor: color(ink.line),
    SelectedColor: color(ink.accent),
    FontSize: size(18, 12, 40),
    FontWeight: weight('600'),
    Roudness: size(8, 0, 48),
    Padding: size(14, 4, 48),
  },
  inputs: shared.inputs(['Name', 'Email', 'Phone']),
  actionButton: shared.actionButton({ label: 'Continue' }),
  'votes.actionButton': shared.button({ label: 'Vote' }),
  'votes.result': {
    Title: line('The result so far', 120),
    TitleColor: color(ink.text),
    TitleFontSize: size(28, 12, 64),
    BarColor: color(ink.accent),
    BarBackgroundColor: color('#e6eaf2'),
    TextColor: color(ink.text),
    FontSize: size(17, 10, 40),
    BackgroundColor: color(ink.paper),
    AnswerVoteAlign: align('left'),
    ShowCounts: flag(true),
  },
  'votes.share': {
    Show: flag(true),
    ShowTitle: flag(true),
    Title: line('Tell your friends', 120),
    TitleColor: color(ink.text),
    TitleFontSize: size(20, 10, 48),
    Align: align('center'),
    FacebookEnabled: flag(true),
    TwitterEnabled: flag(true),
    LinkedinEnabled: flag(false),
  },
  legalFooter: shared.legalFooter,
  thanks: shared.thanks('Thank you, your vote is counted.'),
  scripts: shared.scripts,
  ...couponOfPage,
};
