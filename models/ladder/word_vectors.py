#!/usr/bin/env python3
"""Makes word_vectors.npz: 8 numbers for each word of the text below, from the company that the word keeps.

Words count as company when at most two others stand between them, near ones more. A count is compared with what
chance would give (positive pointwise mutual information), and of the table of all pairs the 8 directions that say
most are kept (Levy and Goldberg, NIPS 2014). The words, in the order of the rows, stand in
10-pre-trained-embeddings.yaml.

    python3 models/ladder/word_vectors.py
"""

import os

import numpy as np

TEXT = """
the cat sat on the mat . the dog sat on the rug . the bird sat on the branch . a cat slept on the rug .
a dog slept on the mat . the bird slept on a branch . the cat ran to the tree . the dog ran to the house .
the bird flew to the tree . the bird flew over the house . a cat saw the bird . a dog saw the cat .
the bird saw the dog . the dog barked at the cat . the cat looked at the bird . the old dog slept in the house .
the old cat slept in the house . the small bird sat in the tree . the small cat sat in the tree .
the old dog sat on the rug . a small dog ran over the mat . the cat ran over the rug and the dog ran to the tree .
the dog looked at the bird and the bird flew over the tree . the cat drank milk . the dog drank water .
the small bird drank water . the old cat drank milk in the house .
"""
WIDTH = 8
WINDOW = 3

sentences = [sentence.split() for sentence in TEXT.split(".")]
tokens = [word for sentence in sentences for word in sentence]
words = sorted(set(tokens), key=lambda word: (-tokens.count(word), word))
row = {word: number for number, word in enumerate(words)}
counts = np.zeros((len(words), len(words)))
for sentence in sentences:
    for place, word in enumerate(sentence):
        for distance, other in enumerate(sentence[place + 1 : place + 1 + WINDOW], 1):
            counts[row[word], row[other]] += 1 / distance
            counts[row[other], row[word]] += 1 / distance
total = counts.sum()
with np.errstate(divide="ignore"):
    information = np.log(counts * total / np.outer(counts.sum(axis=0), counts.sum(axis=1)))
information = np.maximum(information, 0)
left, strength, _ = np.linalg.svd(information)
vectors = left[:, :WIDTH] * np.sqrt(strength[:WIDTH])
largest = np.abs(vectors).argmax(axis=0)  # the signs of directions are arbitrary
vectors *= np.sign(vectors[largest, np.arange(WIDTH)])
vectors *= np.sqrt(WIDTH) / np.linalg.norm(vectors, axis=1, keepdims=True)  # as long as normal random ones
vectors = np.round(vectors, 6)

path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "word_vectors.npz")
np.savez(path, vectors=vectors, words=np.array(words))
print(f"{len(words)} words: {', '.join(words)}")
unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
for word in ["cat", "sat", "on", "mat"]:
    near = np.argsort(-(unit @ unit[row[word]]))[1:4]
    print(f"{word}: nearest are {', '.join(words[i] for i in near)}")
