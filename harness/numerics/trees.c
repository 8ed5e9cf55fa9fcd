#include "numerics/trees.h"

/* Branches are compared by the places of their trees, then by their colours. */
static PetscInt LastBranch(const Trees *trees, PetscInt tree) {
  const Tree *t = &trees->at[tree];
  return t->right < 0 ? -1 : t->right * trees->colours + t->colour;
}

static PetscErrorCode Add(Trees *trees, PetscInt left, PetscInt right, PetscInt colour,
                          PetscInt *room) {
  const Tree *l, *r;
  if (trees->count == *room) {
    *room = 2 * *room + 64;
    PetscCall(PetscRealloc((size_t)*room * sizeof *trees->at, &trees->at));
  }
  Tree *t = &trees->at[trees->count++];
  *t = (Tree){.order = 1,
              .left = left,
              .right = right,
              .colour = colour,
              .copies = 1,
              .density = 1,
              .symmetry = 1};
  if (left < 0)
    return 0;
  l = &trees->at[left];
  r = &trees->at[right];
  t->order = l->order + r->order;
  if (l->right == right && l->colour == colour)
    t->copies = l->copies + 1;
  t->symmetry = l->symmetry * r->symmetry * (uint64_t)t->copies;
  t->density = (uint64_t)t->order * (l->density / (uint64_t)l->order) * r->density;
  return 0;
}

static PetscErrorCode AddBranches(Trees *trees, PetscInt left, PetscInt order, PetscInt *room) {
  for (PetscInt right = trees->first[order]; right < trees->first[order + 1]; ++right)
    for (PetscInt colour = 0; colour < trees->colours; ++colour)
      if (right * trees->colours + colour >= LastBranch(trees, left) &&
          (order == 1 || colour < trees->colours - trees->leaves))
        PetscCall(Add(trees, left, right, colour, room));
  return 0;
}

PetscErrorCode TreesCreate(PetscInt colours, PetscInt leaves, PetscInt depth, Trees *trees) {
  PetscInt room = 0;
  PetscCheck(colours >= 1 && colours <= TREES_COLOURS_MAX && leaves < colours && depth >= 1 &&
                 depth <= TREES_DEPTH_MAX,
             PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "trees of %d vertices in %d colours are out of range", (int)depth, (int)colours);
  *trees = (Trees){.colours = colours, .leaves = leaves, .depth = depth};
  PetscCall(Add(trees, -1, -1, 0, &room));
  trees->first[2] = 1;
  for (PetscInt order = 2; order <= depth; ++order) {
    for (PetscInt branch = 1; branch < order; ++branch)
      for (PetscInt left = trees->first[order - branch]; left < trees->first[order - branch + 1];
           ++left)
        PetscCall(AddBranches(trees, left, branch, &room));
    trees->first[order + 1] = trees->count;
  }
  return 0;
}

PetscErrorCode TreesDestroy(Trees *trees) { return PetscFree(trees->at); }

/* Trees of one order are in the order of their branch's size, then of `left`, then of the branch. */
static PetscInt Compare(const Trees *trees, const Tree *a, const Tree *b) {
  const PetscInt size = trees->at[a->right].order - trees->at[b->right].order;
  return size                 ? size
         : a->left != b->left ? a->left - b->left
                              : (a->right - b->right) * trees->colours + a->colour - b->colour;
}

PetscInt TreesGraft(const Trees *trees, PetscInt left, PetscInt right, PetscInt colour) {
  const PetscInt order = trees->at[left].order + trees->at[right].order;
  const Tree *l = &trees->at[left], made = {.left = left, .right = right, .colour = colour};
  PetscInt low = trees->first[order], high = trees->first[order + 1] - 1;
  if (right * trees->colours + colour < LastBranch(trees, left))
    return TreesGraft(trees, TreesGraft(trees, l->left, right, colour), l->right, l->colour);
  while (low < high) {
    const PetscInt middle = (low + high) / 2;
    if (Compare(trees, &trees->at[middle], &made) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void Put(PetscInt room, char *text, const char *more) {
  strncat(text, more, (size_t)room - strlen(text) - 1);
}

static void WriteTree(const Trees *trees, PetscInt tree, const char *leaf, const char *colour,
                      PetscInt room, char *text);

static void WriteBranches(const Trees *trees, PetscInt tree, PetscBool last, PetscInt room,
                          char *text) {
  static const char *const leaf[] = {"τ", "σ"}, *const of[] = {"", "'"};
  const Tree *t = &trees->at[tree];
  const PetscBool time = (PetscBool)(t->colour >= trees->colours - trees->leaves);
  if (t->right < 0)
    return;
  WriteBranches(trees, t->left, PETSC_FALSE, room, text);
  WriteTree(trees, t->right, time ? "t" : leaf[t->colour], time ? "" : of[t->colour], room, text);
  if (!last)
    Put(room, text, ",");
}

static void WriteTree(const Trees *trees, PetscInt tree, const char *leaf, const char *colour,
                      PetscInt room, char *text) {
  if (trees->at[tree].right < 0) {
    Put(room, text, leaf);
    return;
  }
  Put(room, text, "[");
  WriteBranches(trees, tree, PETSC_TRUE, room, text);
  Put(room, text, "]");
  Put(room, text, colour);
}

void TreeWrite(const Trees *trees, PetscInt tree, PetscInt room, char text[]) {
  text[0] = 0;
  WriteTree(trees, tree, "τ", "", room, text);
}
