/** The two halves of an extension. */
export type Side = 'server' | 'client'

/** A chapter of docs/extension-api.md. Its examples are in the folder of its name in docs/examples. */
export interface Subject {
  folder: string
  title: string
  text: string
  /** In the order of the document. */
  sections: readonly string[]
}

export const apiSubjects: Readonly<Record<Side, readonly Subject[]>> = {
  server: [
    {
      folder: 'storage',
      title: 'Storage',
      text: 'What an extension stores, and what the API shows of it. Most extensions begin with a column (`migrations`) and an attribute (`resources`).',
      sections: [
        'migrations',
        'resources',
        'memoryTables',
        'counters',
        'deletions',
        'affects',
        'fileFolders',
      ],
    },
    {
      folder: 'access',
      title: 'Access',
      text: 'Who may do what, and who sees what. Groups hold permissions; policies decide on single rows.',
      sections: [
        'permissions',
        'policies',
        'privacy',
        'accountColumns',
        'restrictions',
        'permissionParts',
        'permissionSettings',
        'passwordCheckers',
      ],
    },
    {
      folder: 'settings',
      title: 'Settings and preferences',
      text: 'Settings belong to the forum and are changed by administrators; preferences belong to an account and are changed by its owner.',
      sections: ['settings', 'settingRules', 'homePages', 'preferences'],
    },
    {
      folder: 'events',
      title: 'Events and jobs',
      text: 'What an extension does when something happens, what it does later, and what operators let it do.',
      sections: ['on', 'afterCommit', 'jobs', 'commands'],
    },
    {
      folder: 'realtime',
      title: 'Real time',
      text: 'What reaches open pages at once. Only ids and small facts travel; pages load the rest through the API.',
      sections: ['realtimeTopics', 'realtimeEvents', 'realtimeFacts'],
    },
    {
      folder: 'posts',
      title: 'Posts',
      text: 'What stands between and in the texts of a discussion.',
      sections: ['eventPosts', 'markup', 'markupKinds'],
    },
    {
      folder: 'notifications',
      title: 'Notifications and mail',
      text: 'What users are told, and by which way.',
      sections: ['notifications', 'notificationChannels', 'beforeNotifying', 'mailDrivers'],
    },
    {
      folder: 'requests',
      title: 'Requests and pages',
      text: 'Addresses of an extension’s own, their limits, and what pages tell search engines and feed readers.',
      sections: [
        'routes',
        'protocols',
        'rateLimits',
        'throttles',
        'pageFacts',
        'pageDescriptions',
        'pageFrame',
        'pageCookies',
        'viewport',
        'scripts',
        'forumFacts',
        'feeds',
        'sitemap',
      ],
    },
    {
      folder: 'administration',
      title: 'Administration',
      text: 'What administrators see of an extension besides its settings and permissions.',
      sections: ['audit', 'checks', 'statistics', 'userList', 'displayNames'],
    },
    {
      folder: 'cooperation',
      title: 'Other extensions',
      text: 'How extensions use each other.',
      sections: ['services', 'when'],
    },
  ],
  client: [
    {
      folder: 'pages',
      title: 'Pages',
      text: 'Components in places of existing pages (`slots`), and pages of an extension’s own.',
      sections: [
        'slots',
        'screenSlots',
        'routes',
        'lists',
        'linkCards',
        'includes',
        'resources',
        'appearance',
        'shortcuts',
        'afterLogIn',
        'titleCount',
      ],
    },
    {
      folder: 'posts',
      title: 'Posts',
      text: 'How posts appear, and who is told why a reply is impossible.',
      sections: ['eventPosts', 'postHtml', 'renderedPosts', 'postReference', 'replyRefusals'],
    },
    {
      folder: 'composer',
      title: 'Composer',
      text: 'What an extension adds where people write ([composer.md](composer.md) explains how).',
      sections: ['composer', 'markup'],
    },
    {
      folder: 'search',
      title: 'Search',
      text: 'What the search field suggests.',
      sections: ['gambits', 'searchSection'],
    },
    {
      folder: 'notifications',
      title: 'Notifications',
      text: 'How notifications appear.',
      sections: ['notifications', 'notificationChannels'],
    },
    {
      folder: 'administration',
      title: 'Administration',
      text: 'Sections of `admin.tsx`, which only the administration area loads.',
      sections: ['adminPages', 'settingFields'],
    },
    {
      folder: 'cooperation',
      title: 'Other extensions',
      text: 'How extensions use each other in the browser.',
      sections: ['services', 'when'],
    },
  ],
}
