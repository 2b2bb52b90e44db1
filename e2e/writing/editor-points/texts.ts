import type { SiteMessages } from '@parley/client'

// Keys of another namespace than `forum` are none that the build looks for.
const texts: SiteMessages['english'] = {
  'editor-points.fixture.accept_button': 'Accept',
  'editor-points.fixture.bold_button': 'Bold',
  'editor-points.fixture.mood_label': 'Mood',
  'editor-points.fixture.no_mood_text': 'Choose one',
  'editor-points.fixture.numbers_button': 'Numbered list',
  'editor-points.fixture.rules_title': 'Accept the rules?',
  'editor-points.fixture.upload_button': 'Add a picture',
}

/** The site's messages with those of the fixture, whose folder the build does not search for texts. */
export function withTexts(messages: SiteMessages): SiteMessages {
  return { ...messages, english: { ...messages.english, ...texts } }
}
