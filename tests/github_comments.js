// What a script for actions/github-script makes of the comments under a pull request: runs it twice, with a
// service that holds these comments, and which marks what is written over by "again". Needed by t0345 and t0385.
const fs = require('fs');
module.exports = async (file, bodies) => {
  const comments = bodies.map((body, at) => ({ id: at + 1, body }));
  const context = { repo: { owner: 'o', repo: 'r' }, issue: { number: 7 } };
  const github = { rest: { issues: {
    listComments: async where => ({ data: where.issue_number === 7 ? comments : [] }),
    createComment: async c => comments.push({ id: comments.length + 1, body: c.body }),
    updateComment: async c => { comments.find(x => x.id === c.comment_id).body = c.body + 'again'; } } } };
  const script = new (Object.getPrototypeOf(async () => {}).constructor)('github', 'context', 'require', fs.readFileSync(file, 'utf8'));
  for (let i = 0; i < 2; i++) await script(github, context, require);
  return comments.map(comment => comment.body);
};
